import { createStore } from "./store.ts";

const KEY = "bopolis-celebration-sounds";

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

const store = createStore(read());

/** Whether celebrations have sounds on this device. Off unless chosen. */
export const celebrationSounds = {
  ...store,
  set: (isOn: boolean): void => {
    store.set(isOn);
    try {
      localStorage.setItem(KEY, isOn ? "on" : "off");
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  },
};
