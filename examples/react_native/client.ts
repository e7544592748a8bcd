/** The client of this device, and what it says when something went wrong. */

import AsyncStorage from "@react-native-async-storage/async-storage";
import { Almagest, Problem } from "almagest-client";
import type { Table } from "almagest-client";
import { openStorage } from "./storage";

/** A phone finds the server on your machine by its address in your network, or by `adb reverse tcp:8000 tcp:8000`. */
export const SERVER = "http://127.0.0.1:8000";

export type Offer = NonNullable<Table["moves"]>[number];

export async function openClient(): Promise<Almagest> {
  return new Almagest(SERVER, { language: "en", storage: await openStorage(AsyncStorage) });
}

/** What to show: a refusal is a sentence for players, in their language. */
export function explain(error: unknown): string {
  if (!(error instanceof Problem)) return String(error);
  return error.code === "unreachable" ? "The server does not answer." : error.detail;
}
