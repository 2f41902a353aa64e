import { LIMITS } from "#domain/limits.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { presentAccount } from "../users/present.ts";
import { presentTransaction } from "./present.ts";
import { listTransactions } from "./queries.ts";

export function transactionRoutes(app: HonoApp): void {
  handle(app, transactionListRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.transactions;
    const { rows, total } = await listTransactions(gate, viewer.id, { ...input, size });
    const context = { viewer, me: presentAccount(await gate.member(), now), now };
    return {
      data: rows.map((row) => presentTransaction(row, context)),
      ...paginationLinks(request, input.page, size, total),
    };
  });
}
