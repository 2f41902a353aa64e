import type { BuildCloseCode } from "#domain/build/close-codes.ts";
import type { ServerMessage } from "#domain/build/messages.ts";
import type { BuildSave } from "#domain/build/publishing/api.ts";
import type { BackedUpObject } from "./backup-api.ts";

/** A stored version, with the ids of those who worked on it. */
export interface VersionRow extends Pick<BuildSave, "id" | "blocks" | "stars" | "revision"> {
  at: number;
  authors: number[];
  /** Hash of what can be touched. */
  content: string;
  has_picture: 0 | 1;
}

/** A level that is being built. */
export interface LevelBuildApi extends BackedUpObject, Rpc.DurableObjectBranded {
  /** The document with the number of its newest operation, as JSON. */
  document(revision: number): Promise<string>;
  /** The canonical text of the level as it is. */
  world(revision: number): Promise<string>;
  /** Stores the level as it is as a version, unless the newest version is the same. */
  save(revision: number): Promise<VersionRow>;
  /** A page of the stored versions, newest first. */
  versions(page: number, size: number): { rows: VersionRow[]; total: number };
  /** Stores a version to publish. Returns its id, its document, and the name under which that is to be stored. */
  preparePublish(revision: number): Promise<{ version: string; text: string; asset: string }>;
  /** A version was published as this revision. */
  notePublished(published: { revision: number; version: string; username: string }): void;
  /** Sends a message to all pages. */
  sendToAll(message: ServerMessage): void;
  /** The level was deleted: closes all pages. */
  levelDeleted(): void;
  /** A revision was published elsewhere: the draft becomes its document. */
  revisionChanged(revision: number): Promise<void>;
  /** Closes a user's pages, of one session or all. */
  closeSockets(user: number, code: BuildCloseCode, session?: string): void;
  /** Reads what decides who can build the level again, and closes the pages of those who can't anymore. */
  recheck(users?: readonly number[]): Promise<void>;
  /** The picture of a version was rendered. */
  notePicture(save: string): void;
}
