import { median } from "../race.ts";
import { type Report, show } from "../report.ts";
import type { Venues } from "./delivery.ts";
import { listen, rush, Writer } from "./talk.ts";
import { inOneObject, openTold, type Venue } from "./venue.ts";

const TABS = 50;
const WRITERS = 16;

/** Somebody with fifty pages open to whom sixteen people write: how many frames a second reach the pages. */
export async function judgeTabs(report: Report, { site, bare }: Venues, small: boolean): Promise<void> {
  const told = await openTold(1 + WRITERS);
  try {
    await race(report, [told, inOneObject(bare), site, bare], small);
  } finally {
    await told.stop();
  }
}

async function race(report: Report, venues: readonly Venue[], small: boolean): Promise<void> {
  const rooms = await Promise.all(venues.map(openRoom));
  const rates: number[][] = rooms.map(() => []);
  for (let round = -1; round < (small ? 3 : 7); round++)
    for (const [i, room] of rooms.entries()) {
      const rate = await rush(room.speakers, 1_500);
      // The first is to warm up.
      if (round >= 0) rates[i]?.push(rate * TABS);
    }
  const [hub = 0, one = 0, whole = 0, three = 0] = rates.map(median);
  const words = (ours: number, limit: number, unit: string) => ({
    unit,
    notes: [`${show(Math.round(ours))} of ${show(Math.round(limit))} a second`],
  });
  const fifty = "fifty pages of one person, deliveries a second";
  report.least(`${fifty}: told by their hub`, hub / one, 0.8, words(hub, one, "× one bare object"));
  report.told(`${fifty}: messages`, whole / three, words(whole, three, "× bare program"));
  report.told(`${fifty}: messages`, whole / one, words(whole, one, "× one bare object"));
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
