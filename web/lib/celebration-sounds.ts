import { deviceStorage } from "./storage.ts";
import { createStore } from "./store.ts";

const KEY = "bopolis-celebration-sounds";

const store = createStore(deviceStorage.get(KEY) === "on");

/** Whether celebrations have sounds on this device. Off unless chosen. */
export const celebrationSounds = {
  ...store,
  set: (isOn: boolean): void => {
    store.set(isOn);
    deviceStorage.set(KEY, isOn ? "on" : "off");
  },
};
