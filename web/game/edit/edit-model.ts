import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Builder, Presence } from "#domain/build/messages.ts";
import type { Store } from "#web/lib/store.ts";

export interface OtherBuilder extends Builder {
  presence: Presence;
}

/** The level that an editor shows and changes. */
export interface EditModel {
  /** The level as this page sees it, with its own unconfirmed changes. Only the model changes it; it is always the same object. */
  readonly document: BuildDocument;
  /** An id for a new part. Each call returns another one. */
  newId(): PartId;
  /**
   * Makes an edit that is undone as one step; large ones are sent as several operations. Returns null, or a sentence why it can't be
   * made. Then nothing has changed.
   */
  change(edit: Edit): string | null;
  undo(): void;
  redo(): void;
  /** Calls back after each change with the ids that may have changed, or null if all may have. */
  onChange(listener: (ids: ReadonlySet<PartId> | null) => void): () => void;
  readonly others: Store<readonly OtherBuilder[]>;
  /** Shows others where this page is at work. Can be called at any rate. */
  showPresence(presence: Presence): void;
}
