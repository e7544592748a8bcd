import { FlatList, Text, View } from "react-native";
import type { Table } from "almagest-client";
import { Choice } from "./Choice";
import { styles } from "./styles";
import { useTable } from "./useTable";

function statusOf(table: Table): string {
  if (table.isOver) return `The game is over. Won by seat ${table.score?.winners.join(" and ") ?? "-"}.`;
  if (table.isMine) return "Your turn";
  const names = table.game.seats.filter(({ seat }) => table.frame.deciders.includes(seat)).map(({ name }) => name);
  return `Waiting for ${names.join(", ")}`;
}

interface Props {
  table: Table;
  onLeave: () => void;
}

/** Whose turn it is, and every legal move in words; a real app draws `table.view`. */
export function Board({ table, onLeave }: Props) {
  const { connection, problem, isSending, play, resend } = useTable(table);
  return (
    <View style={styles.list}>
      <Choice label="Back to the lobby" onPress={onLeave} />
      <Text style={styles.title}>{statusOf(table)}</Text>
      <Text>{`Move ${table.version}${connection === "live" ? "" : ", connecting again"}`}</Text>
      {problem !== null && <Text style={styles.problem}>{problem}</Text>}
      {table.kept && !isSending && <Choice label="Send the move again" onPress={resend} />}
      <FlatList
        data={table.isMine ? (table.moves ?? []) : []}
        keyExtractor={(offer) => JSON.stringify(offer.move)}
        renderItem={({ item }) => <Choice label={item.label} disabled={isSending} onPress={() => play(item)} />}
      />
    </View>
  );
}
