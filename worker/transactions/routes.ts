import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { openArchives } from "../ledger/archives.ts";
import { presentUser } from "../users/present.ts";
import { presentTransaction } from "./present.ts";
import { listTransactions } from "./queries.ts";

export function transactionRoutes(app: HonoApp): void {
  handle(app, transactionListRoute, async ({ input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.transactions;
    const { rows, total, me } = await listTransactions(gate, openArchives(env, gate.db.meter), viewer.id, {
      ...input,
      size,
    });
    if (!me) throw new ApiError("unauthenticated");
    const context = { viewer, me: presentUser(me, now), now };
    return {
      data: rows.map((row) => presentTransaction(row, context)),
      ...paginationLinks(request, input.page, size, total),
    };
  });
}
