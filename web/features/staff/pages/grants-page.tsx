import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import type { Target } from "#web/lib/cache.ts";
import { StaffPage } from "../staff-page.tsx";
import { GrantsScreen } from "../tools/grants-screen.tsx";
import { useInvalidateOnClose } from "./invalidate-on-close.ts";

const GRANTS: readonly Target[] = ["/api/staff/grants"];

/** Admin grants. The transactions feature provides the modal. */
export default function StaffGrantsPage() {
  const grant = useGrantModal();
  useInvalidateOnClose(Boolean(grant.modal), GRANTS);
  return (
    <StaffPage admin>
      {(nav) => (
        <>
          <GrantsScreen nav={nav} onGrant={grant.open} />
          {grant.modal}
        </>
      )}
    </StaffPage>
  );
}
