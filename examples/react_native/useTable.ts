/** A table as a component needs it: drawn again with every message, and what went wrong. */

import { useEffect, useReducer, useState } from "react";
import { AppState } from "react-native";
import type { Message, Table } from "almagest-client";
import { explain, type Offer } from "./client";

type Connection = Extract<Message, { type: "connection" }>["state"];

export function useTable(table: Table) {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const [connection, setConnection] = useState<Connection>("live");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  useEffect(
    () =>
      table.follow((message) => {
        if (message.type === "connection") setConnection(message.state);
        if (message.type === "ended") setProblem(explain(message.problem));
        draw();
      }),
    [table],
  );

  /** A phone that slept may have missed the end of its connection. */
  useEffect(() => {
    const listening = AppState.addEventListener("change", (state) => {
      if (state === "active") table.refresh().catch((error: unknown) => setProblem(explain(error)));
    });
    return () => listening.remove();
  }, [table]);

  async function run(step: () => Promise<unknown>): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      await step();
    } catch (error) {
      setProblem(explain(error));
    }
    setSending(false);
  }

  return {
    connection,
    problem,
    isSending,
    play: (offer: Offer) => run(() => table.play(offer)),
    /** Sends the move that nobody answered; it counts once. */
    resend: () => run(() => table.resend()),
  };
}
