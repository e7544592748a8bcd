import { useEffect, useState } from "react";
import { FlatList, Text, View } from "react-native";
import type { Almagest, RulebookAnswer, Table } from "almagest-client";
import { Choice } from "./Choice";
import { explain } from "./client";
import { styles } from "./styles";

interface Props {
  client: Almagest;
  onOpen: (table: Table) => void;
}

/** The rulebooks of the server, each for a game against a bot, and the games in which this device has a seat. */
export function Lobby({ client, onOpen }: Props) {
  const [rulebooks, setRulebooks] = useState<RulebookAnswer[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const show = (error: unknown) => setProblem(explain(error));

  useEffect(() => {
    client.rulebooks.list().then(setRulebooks, show);
  }, [client]);

  const open = (table: Promise<Table>) => table.then(onOpen, show);
  const create = (rulebook: RulebookAnswer["id"]) =>
    open(
      client.games.create({
        rulebook,
        seats: [
          { kind: "human", name: "Ada" },
          { kind: "bot", level: "random" },
        ],
      }),
    );

  return (
    <View style={styles.list}>
      <Text style={styles.title}>Play against a bot</Text>
      {problem !== null && <Text style={styles.problem}>{problem}</Text>}
      {rulebooks.map(({ id, name }) => (
        <Choice key={id} label={name} onPress={() => create(id)} />
      ))}
      <Text style={styles.title}>Your games</Text>
      <FlatList
        data={client.heldGames()}
        keyExtractor={(id) => id}
        renderItem={({ item }) => (
          <Choice
            label={`${client.heldSeat(item)?.rulebook ?? ""} ${item}`}
            onPress={() => open(client.games.resume(item))}
          />
        )}
      />
    </View>
  );
}
