import { useNavigate, useParams } from "react-router";
import { useBanWindow } from "#web/features/moderation/ban-modal.tsx";
import { CaseHistory } from "#web/features/moderation/case-history.tsx";
import { OpenCases } from "#web/features/moderation/open-cases.tsx";
import { AccountScreen } from "#web/features/staff/users/account-screen.tsx";
import { useGrantWindow } from "#web/features/transactions/grant-modal.tsx";
import { useUser } from "#web/lib/user.ts";
import { caseText } from "#web/text/cases.ts";
import MissingPage from "../../missing-page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { useAnewAfter } from "./anew-after.ts";

const ACCOUNT = /^\/api\/staff\/users\//;

/** Somebody as staff know them; banning and granting are their features' own business. */
export default function StaffUserPage() {
  const { username = "" } = useParams();
  const navigate = useNavigate();
  const isAdmin = useUser()?.role === "admin";
  const ban = useBanWindow();
  const grant = useGrantWindow();
  useAnewAfter(Boolean(ban.window || grant.window), ACCOUNT);
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
            onBan={ban.ask}
            onGrant={isAdmin ? grant.ask : null}
            onRenamed={isAdmin ? (name) => void navigate(`/staff/users/${name}`, { replace: true }) : null}
          />
          {ban.window}
          {grant.window}
        </>
      )}
    </StaffPage>
  );
}
