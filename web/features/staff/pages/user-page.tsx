import { useNavigate, useParams } from "react-router";
import MissingPage from "#web/components/missing-page.tsx";
import { useBanModal } from "#web/features/reports/bans/ban-modal.tsx";
import { CaseHistory } from "#web/features/reports/cases/case-history.tsx";
import { OpenCases } from "#web/features/reports/cases/open-cases.tsx";
import { caseText } from "#web/features/reports/text/case.ts";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import type { Target } from "#web/lib/cache.ts";
import { useUser } from "#web/lib/user.ts";
import { StaffPage } from "../staff-page.tsx";
import { AccountScreen } from "../users/account-screen.tsx";
import { useInvalidateOnClose } from "./invalidate-on-close.ts";

const ACCOUNT: readonly Target[] = ["/api/staff/users/{username}/**"];

/** A user's account, for staff. Other features provide the ban and grant modals. */
export default function StaffUserPage() {
  const { username = "" } = useParams();
  const navigate = useNavigate();
  const isAdmin = useUser()?.role === "admin";
  const ban = useBanModal();
  const grant = useGrantModal();
  useInvalidateOnClose(Boolean(ban.modal || grant.modal), ACCOUNT);
  return (
    <StaffPage>
      {(nav) => (
        <>
          <AccountScreen
            key={username}
            username={username}
            nav={nav}
            openCases={(cases) => <OpenCases cases={cases} heading={caseText.openCases} />}
            history={(past) => <CaseHistory history={past} />}
            missing={<MissingPage />}
            onBan={ban.open}
            onGrant={isAdmin ? grant.open : null}
            onRenamed={isAdmin ? (name) => void navigate(`/staff/users/${name}`, { replace: true }) : null}
          />
          {ban.modal}
          {grant.modal}
        </>
      )}
    </StaffPage>
  );
}
