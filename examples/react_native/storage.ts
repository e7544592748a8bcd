/** Keeps seats and unanswered moves over a restart of the app. */

import { MemoryStorage } from "almagest-client";
import type { KeyValueStorage } from "almagest-client";

/** What is used of AsyncStorage. */
export interface Device {
  getAllKeys(): Promise<readonly string[]>;
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/** Reads the device once; then answers from memory, and writes both. */
export async function openStorage(device: Device): Promise<KeyValueStorage> {
  const memory = new MemoryStorage();
  for (const key of await device.getAllKeys()) {
    const value = await device.getItem(key);
    if (value !== null) memory.setItem(key, value);
  }
  let written: Promise<void> = Promise.resolve();
  const write = (step: () => Promise<void>) => {
    written = written.then(step).catch(console.warn);
  };
  return {
    get length() {
      return memory.length;
    },
    key: (index) => memory.key(index),
    getItem: (key) => memory.getItem(key),
    setItem(key, value) {
      memory.setItem(key, value);
      write(() => device.setItem(key, value));
    },
    removeItem(key) {
      memory.removeItem(key);
      write(() => device.removeItem(key));
    },
  };
}
