import type { BuildSessionState } from "./model/build-session.ts";
import { builderText } from "./text/builder.ts";

export interface SaveState {
  tone: "saved" | "busy" | "offline";
  text: string;
}

/** Whether everything is stored, as the bar says it. */
export function saveState({ link, unsaved }: Pick<BuildSessionState, "link" | "unsaved">): SaveState {
  if (link === "offline")
    return {
      tone: "offline",
      text: unsaved > 0 ? builderText.offlineWaiting(unsaved) : builderText.offline,
    };
  if (link === "connecting")
    return { tone: "busy", text: unsaved > 0 ? builderText.reconnecting(unsaved) : builderText.connecting };
  return unsaved > 0
    ? { tone: "busy", text: builderText.saving }
    : { tone: "saved", text: builderText.saved };
}
