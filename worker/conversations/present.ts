import type { ChatMessage } from "#domain/conversations/api.ts";
import { messageId } from "#domain/conversations/ids.ts";
import { createdTimes } from "#domain/time.ts";
import type { MessageRow } from "./conversation-log.ts";

/** Presents a stored message to one of its two users. Only the sender gets the `client_id`. */
export function presentMessage(pair: string, row: MessageRow, reader: number): ChatMessage {
  const deleted = row.deleted_at !== null;
  return {
    id: messageId(pair, row.seq),
    body: deleted ? "" : row.body,
    sender_id: row.sender,
    ...createdTimes(row.at),
    deleted,
    ...(row.client_id !== null && row.sender === reader && { client_id: row.client_id }),
  };
}
