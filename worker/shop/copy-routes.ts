import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { listingsRoute, ownersRoute, priceHistoryRoute } from "#domain/shop/api.ts";
import { createdTimes } from "#domain/time.ts";
import { storedLookToken } from "../avatar/looks.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { presentUser } from "../users/present.ts";
import { copyCountsQuery, listingsQuery, ownersQuery, priceHistoryQuery } from "./offers.ts";

const notFoundError = () => new ApiError("not_found", { message: "This item doesn't exist." });

/** Routes for an item's copies: owners, offers and price history. */
export function copyRoutes(app: HonoApp): void {
  handle(app, listingsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.listings;
    // Enforces the depth limit of lists.
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const {
      counts: [counts],
      rows,
    } = await gate.read({
      counts: copyCountsQuery(params.id, viewer),
      rows: listingsQuery(params.id, limit, offset, now),
    });
    if (!counts) throw notFoundError();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        price: row.resale_price,
        user: presentUser(row, now),
      })),
      ...paginationLinks(request, input.page, size, counts.listings_count),
    };
  });

  handle(app, ownersRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.owners;
    const from = (input.page - 1) * size + 1;
    const {
      counts: [counts],
      rows,
    } = await gate.read({
      counts: copyCountsQuery(params.id, viewer),
      rows: ownersQuery(params.id, from, from + size - 1),
    });
    if (!counts) throw notFoundError();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        user: presentUser(row, now),
        look: storedLookToken(row.u_colors, row.equipped),
        ...createdTimes(row.created_at),
      })),
      ...paginationLinks(request, input.page, size, counts.sales_count),
    };
  });

  handle(app, priceHistoryRoute, async ({ params, gate, viewer }) => {
    const {
      counts: [counts],
      rows,
    } = await gate.read({
      counts: copyCountsQuery(params.id, viewer),
      rows: priceHistoryQuery(params.id),
    });
    if (!counts) throw notFoundError();
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
