import { useEffect, useState } from "react";
import { Text, View } from "react-native";
import type { Almagest, Table } from "almagest-client";
import { Board } from "./Board";
import { Lobby } from "./Lobby";
import { explain, openClient } from "./client";
import { styles } from "./styles";

export function App() {
  const [client, setClient] = useState<Almagest | null>(null);
  const [table, setTable] = useState<Table | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    openClient().then(setClient, (error: unknown) => setProblem(explain(error)));
  }, []);

  return (
    <View style={styles.screen}>
      {problem !== null && <Text style={styles.problem}>{problem}</Text>}
      {client && !table && <Lobby client={client} onOpen={setTable} />}
      {table && <Board table={table} onLeave={() => setTable(null)} />}
    </View>
  );
}
