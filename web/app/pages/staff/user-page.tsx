import { useNavigate, useParams } from "react-router";
import { useBanModal } from "#web/features/moderation/ban-modal.tsx";
import { CaseHistory } from "#web/features/moderation/case-history.tsx";
import { OpenCases } from "#web/features/moderation/open-cases.tsx";
import { AccountScreen } from "#web/features/staff/users/account-screen.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import { useUser } from "#web/lib/user.ts";
import { caseText } from "#web/text/case.ts";
import MissingPage from "../../missing-page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { useInvalidateOnClose } from "./invalidate-on-close.ts";

const ACCOUNT = /^\/api\/staff\/users\//;

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
