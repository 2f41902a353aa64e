import type { ChatMessage } from "#domain/conversations/api.ts";
import { messageId } from "#domain/conversations/ids.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import type { MessageRow } from "./log.ts";

/** A stored message as its two people see it; its page's own name for it is its sender's business only. */
export function presentMessage(pair: string, row: MessageRow, reader: number): ChatMessage {
  const deleted = row.deleted_at !== null;
  return {
    id: messageId(pair, row.seq),
    body: deleted ? "" : row.body,
    sender_id: row.sender,
    created_at: isoTime(row.at),
    created_at_formatted: formatTime(row.at),
    deleted,
    ...(row.client_id !== null && row.sender === reader && { client_id: row.client_id }),
  };
}
