import { GrantsScreen } from "#web/features/staff/tools/grants-screen.tsx";
import { useGrantWindow } from "#web/features/transactions/grant-modal.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { useAnewAfter } from "./anew-after.ts";

const GRANTS = /^\/api\/staff\/grants/;

/** Where admins give things; the window is the ledger's own business. */
export default function StaffGrantsPage() {
  const grant = useGrantWindow();
  useAnewAfter(Boolean(grant.window), GRANTS);
  return (
    <StaffPage admin>
      {(nav) => (
        <>
          <GrantsScreen nav={nav} onGrant={grant.ask} />
          {grant.window}
        </>
      )}
    </StaffPage>
  );
}
