import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Build } from "#domain/build/api.ts";
import type { LevelEditor } from "#web/game/edit/create-level-editor.ts";
import type { EditorState } from "#web/game/edit/editor-state.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import type { Store } from "#web/lib/store.ts";
import type { Command } from "./commands.ts";
import type { BuildSession, BuildSessionState } from "./model/build-session.ts";

export type BuilderModal =
  | "shortcuts"
  | "publish"
  | "people"
  | "history"
  | "import"
  | "array"
  | "prefabs"
  | "settings";

/** A sentence about what was done. The id grows, so equal sentences differ. */
export interface BuilderMessage {
  text: string;
  id: number;
}

export interface BuilderTools {
  build: Build;
  session: BuildSession;
  editor: LevelEditor;
  run: (command: Command) => void;
  openModal: (modal: BuilderModal) => void;
  message: Store<BuilderMessage | null>;
  notify: (text: string) => void;
  showGuide: () => void;
  testFromStart: () => void;
  isApple: boolean;
}

export const BuilderContext = createContext<BuilderTools | null>(null);

export function useBuilder(): BuilderTools {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("This is only for the builder's screen.");
  return builder;
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

export function useSelected<S, T>(store: Store<S>, select: (state: S) => T): T {
  const read = useCallback(() => select(store.get()), [store, select]);
  return useSyncExternalStore(store.subscribe, read);
}

/** Returns a part of the editor's state. `select` returns a plain value, or an object of the state itself. */
export const useEditorState = <T>(select: (state: EditorState) => T): T =>
  useSelected(useBuilder().editor.state, select);

/** Returns the device in hand. Before the first input it's the touch screen, where one is all there is. */
export function useDevice(): EditorState["device"] {
  const device = useEditorState((state) => state.device);
  const isTouchScreen = useMediaQuery("(hover: none)");
  return device === "mouse" && isTouchScreen ? "touch" : device;
}

export const useSessionState = <T>(select: (state: BuildSessionState) => T): T =>
  useSelected(useBuilder().session.state, select);

/** Renders again after each change of the level. Returns a number that grows with each. */
export function useDocumentVersion(): number {
  const { session } = useBuilder();
  const [version, setVersion] = useState(0);
  useEffect(() => session.model.onChange(() => setVersion((count) => count + 1)), [session]);
  return version;
}
