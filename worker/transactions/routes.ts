import type { ArchiveName } from "#domain/database-names.ts";
import { LIMITS } from "#domain/limits.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { openNearArchive } from "../ledger/archives.ts";
import { presentAccount } from "../users/present.ts";
import { presentTransaction } from "./present.ts";
import { listTransactions } from "./queries.ts";

export function transactionRoutes(app: HonoApp): void {
  handle(app, transactionListRoute, async ({ input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.transactions;
    const openArchive = (name: ArchiveName, since: string | null) =>
      openNearArchive(env, name, gate.db.meter, since);
    const { rows, total } = await listTransactions(gate, openArchive, viewer.id, { ...input, size });
    const context = { viewer, me: presentAccount(await gate.member(), now), now };
    return {
      data: rows.map((row) => presentTransaction(row, context)),
      ...paginationLinks(request, input.page, size, total),
    };
  });
}
