import { type JoinDestination, joinTokenRoute } from "#domain/play/api.ts";
import { call } from "./api.ts";

/** A place in a room, and the token that opens its socket once, within a minute. */
export interface RoomTicket {
  /** The path of the room's socket. */
  room: string;
  token: string;
  level_id: number;
  revision: number;
  /** The server's time, in milliseconds since 1970. */
  now_ms: number;
  /** When the response came, in milliseconds of `performance.now()`. */
  receivedAt: number;
}

/** Tokens expire after a minute. Connecting takes a moment, too. */
const VALID_MS = 45_000;

let held: { key: string; at: number; ticket: Promise<RoomTicket> } | null = null;

async function requestTicket(destination: JoinDestination, instance?: number): Promise<RoomTicket> {
  const input = { ...destination, client: "web", ...(instance !== undefined && { instance }) } as const;
  const response = await call(joinTokenRoute, { input });
  if (!("room" in response)) throw new Error("The ticket names no room.");
  return { ...response, receivedAt: performance.now() };
}

/** Requests a ticket, or shares the one that was requested a moment ago, for example when Play was pressed. */
export function startRoomTicket(destination: JoinDestination): Promise<RoomTicket> {
  const key = [destination.destination_type, destination.id, destination.instance].join();
  const now = performance.now();
  if (held?.key === key && now - held.at < VALID_MS) return held.ticket;
  const ticket = requestTicket(destination);
  held = { key, at: now, ticket };
  // Readers handle the error; a ticket that no one reads has none. The next reader requests another one.
  ticket.catch(() => {
    if (held?.ticket === ticket) held = null;
  });
  return ticket;
}

/** Takes the ticket for its only use. `instance` is that of the room that the player was in a moment ago. */
export function takeRoomTicket(destination: JoinDestination, instance?: number): Promise<RoomTicket> {
  if (instance !== undefined) return requestTicket(destination, instance);
  const ticket = startRoomTicket(destination);
  held = null;
  return ticket;
}
