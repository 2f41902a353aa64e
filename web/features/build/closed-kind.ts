import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import type { builderClosedText } from "./text/builder-closed.ts";

export type ClosedKind = keyof typeof builderClosedText;

const KINDS: Record<number, ClosedKind> = {
  [BUILD_CLOSE_CODES.sessionEnded]: "signedOut",
  [BUILD_CLOSE_CODES.banned]: "banned",
  [BUILD_CLOSE_CODES.removed]: "removed",
  [BUILD_CLOSE_CODES.full]: "full",
  [BUILD_CLOSE_CODES.levelDeleted]: "levelDeleted",
  [BUILD_CLOSE_CODES.newerParts]: "newer",
};

/** The full-page sentence for the code with which the connection was closed for good. */
export const closedKind = (code: number | null): ClosedKind => KINDS[code ?? 0] ?? "dropped";
