import { coloredLook, DEFAULT_LOOK, encodeLook } from "#domain/avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import type { LookToken } from "#domain/avatar/look-url.ts";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { SiteClient, type TimedResponse } from "../client.ts";
import { readMeter } from "../meter.ts";
import { median } from "../race.ts";
import type { BenchReport } from "../report.ts";
import { scratchWorld } from "../worlds.ts";

const TYPES = ["hat", "face", "shirt", "shoes"];
const LOOKS: LookToken[] = [
  encodeLook(DEFAULT_LOOK),
  encodeLook(coloredLook({ ...DEFAULT_COLORS, head: "F94144" })),
  encodeLook(coloredLook({ ...DEFAULT_COLORS, torso: "3C8DFF" })),
];
/** Requests of a picture at once, before it is drawn. */
const AT_ONCE = 8;

/** Measures what trying on items draws and reads, on a running site. */
export async function measureTryOn(report: BenchReport): Promise<void> {
  const site = await openSite(0, { wrapper: readWrapper("meter") }, await scratchWorld());
  try {
    const [visitor, member] = [new SiteClient(site.url), await SiteClient.signIn(site.url, "bobby")];
    const urls: string[] = [];
    for (const type of TYPES) {
      const { text } = await visitor.get(`/api/shop?category=${type}`);
      const [item] = (JSON.parse(text) as { data: ItemCardData[] }).data;
      if (!item) throw new Error(`The shop has no ${type}.`);
      urls.push(...LOOKS.map((look) => tryOnUrl(look, item, { size: 256 })));
    }
    await readMeter(site.url);
    const first: TimedResponse[] = [];
    for (const url of urls)
      first.push(
        ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => get(n % 2 ? visitor : member, url)))),
      );
    const cached: TimedResponse[] = [];
    // The query must not miss the cache.
    for (const client of [visitor, member])
      for (const url of urls)
        cached.push(await get(client, url), await get(client, `${url}?n=${cached.length}`));
    const { "pictures of looks stored": drawn = 0 } = await readMeter(site.url);
    const worst = (responses: readonly TimedResponse[]) =>
      Math.max(...responses.map(({ cost }) => cost.roundTrips));
    // Without a measured figure here, those below would prove nothing.
    if (drawn === 0 || worst(first) === 0) throw new Error("No picture was drawn.");
    report.atMost("try-on: pictures drawn per look and item", drawn / urls.length, 1, {
      notes: [
        `${drawn} drawn for ${urls.length} looks and items in ${first.length + cached.length} requests`,
      ],
    });
    report.atMost("try-on: D1 round trips of a new picture", worst(first), 1);
    report.atMost("try-on: D1 round trips of a cached picture", worst(cached), 0);
    report.info("try-on: a cached picture", median(cached.map(({ milliseconds }) => milliseconds)), {
      unit: "ms",
    });
  } finally {
    await site.stop();
  }
}

async function get(client: SiteClient, url: string): Promise<TimedResponse> {
  const response = await client.get(url);
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`);
  return response;
}
