import { median } from "../race.ts";
import { type Report, show } from "../report.ts";
import type { Venues } from "./delivery.ts";
import { listen, rush, Writer } from "./talk.ts";
import { inOneObject, type Venue } from "./venue.ts";

const TABS = 50;
const WRITERS = 16;

/** Somebody with fifty pages open to whom sixteen people write: how many frames a second reach the pages. */
export async function judgeTabs(report: Report, { site, bare }: Venues, small: boolean): Promise<void> {
  const rooms = await Promise.all([site, bare, inOneObject(bare)].map(openRoom));
  const rates: number[][] = rooms.map(() => []);
  for (let round = -1; round < (small ? 3 : 7); round++)
    for (const [i, room] of rooms.entries()) {
      const rate = await rush(room.speakers, 1_500);
      // The first is to warm up.
      if (round >= 0) rates[i]?.push(rate * TABS);
    }
  const [ours = 0, pairs = 0, one = 0] = rates.map(median);
  const notes = [`${show(Math.round(ours))} of ${show(Math.round(one))} a second`];
  report.least("fifty pages of one person: deliveries a second", ours / one, 0.8, {
    unit: "× one bare object",
    notes,
  });
  report.told("the same against the bare program of three objects", ours / pairs, {
    unit: "× bare program",
    notes: [`${show(Math.round(ours))} of ${show(Math.round(pairs))} a second`],
  });
  for (const { close } of rooms) close();
}

async function openRoom(venue: Venue) {
  const [reader, ...others] = venue.guests;
  if (!reader) throw new Error("Nobody is here.");
  const listeners = await Promise.all(Array.from({ length: TABS }, () => listen(venue, reader)));
  const writers = await Promise.all(others.slice(0, WRITERS).map((guest) => Writer.at(venue, guest)));
  return {
    speakers: writers.map((writer) => ({ writer, listeners })),
    close() {
      for (const { wire } of listeners) wire.close();
      for (const writer of writers) writer.close();
    },
  };
}
