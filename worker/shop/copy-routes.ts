import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { listingsRoute, ownersRoute, priceHistoryRoute } from "#domain/shop/api.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { presentUser } from "../users/present.ts";
import { countsQuery, listingsQuery, ownersQuery, pricesQuery } from "./offers.ts";

const missing = () => new ApiError("not_found", { message: "There is no such item." });

/** An item's copies: who owns them, which are offered, what they went for. */
export function copyRoutes(app: App): void {
  handle(app, listingsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.listings;
    // Deep pages are refused as in every list.
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const [[counts], rows] = await gate.read(
      countsQuery(params.id, viewer),
      listingsQuery(params.id, limit, offset, now),
    );
    if (!counts) throw missing();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        price: row.resale_price,
        user: presentUser(row, now),
      })),
      ...pageLinks(request, input.page, size, counts.listings_count),
    };
  });

  handle(app, ownersRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.owners;
    const from = (input.page - 1) * size + 1;
    const [[counts], rows] = await gate.read(
      countsQuery(params.id, viewer),
      ownersQuery(params.id, from, from + size - 1),
    );
    if (!counts) throw missing();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        user: presentUser(row, now),
        created_at: isoTime(row.created_at),
        created_at_formatted: formatTime(row.created_at),
      })),
      ...pageLinks(request, input.page, size, counts.sales_count),
    };
  });

  handle(app, priceHistoryRoute, async ({ params, gate, viewer }) => {
    const [[counts], rows] = await gate.read(countsQuery(params.id, viewer), pricesQuery(params.id));
    if (!counts) throw missing();
    return {
      data: rows
        .map(({ day, count, sum, lowest, highest }) => ({
          day,
          count,
          average: Math.round(sum / count),
          lowest,
          highest,
        }))
        .reverse(),
    };
  });
}
