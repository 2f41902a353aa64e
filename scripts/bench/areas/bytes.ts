import { SiteClient } from "../../client/site-client.ts";
import {
  atMostKb,
  checkBuiltBytes,
  gzipSize,
  type SizedFile,
  WORKER_KB,
  workerFiles,
} from "../check-built-bytes.ts";
import { SINGLES } from "../list-case.ts";
import { signInDemo } from "../open-site.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld, startQuietSite } from "../worlds.ts";

/** The gzip level of Cloudflare's edge for dynamic responses. */
const EDGE_GZIP_LEVEL = 6;

const LISTS = [
  ...["/api/levels", "/api/levels?order=clears", "/api/levels?filter=rating", "/api/levels?search=a"],
  ...["/api/levels?filter=featured&showPrivateLevels=true", "/api/ratings", "/api/comments/level/1"],
  ...["/api/users/bobby/levels", "/api/search?q=a", "/api/shop", "/api/shop?sort=cheapest", "/api/wishlist"],
  ...["/api/auth/transactions", "/api/items/1/owners", "/api/inventory/bobby"],
  ...SINGLES.filter((path) => path.startsWith("/api/")),
];

/** Measures the compressed bytes of the build, and of the API's responses. What pages fetch: tests/e2e/accessibility.spec.ts. */
export const measureBytes: BenchArea = async (report) => {
  await checkBuiltBytes(report);
  atMostKb(report, "worker", workerFiles(), WORKER_KB);
  await using site = await startQuietSite(await scratchWorld({ users: 200, levels: 200 }));
  const responses: SizedFile[] = [];
  for (const person of [new SiteClient(site.url), await signInDemo(site.url, "bobby")])
    for (const path of LISTS) {
      const { status, text } = await person.send(path);
      // Some lists are only for members.
      if (status === 401) continue;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      responses.push({ path, size: gzipSize(text, EDGE_GZIP_LEVEL) });
    }
  const [largest] = responses.toSorted((a, b) => b.size - a.size);
  atMostKb(report, "an API response", largest ? [largest] : [], 12);
};
