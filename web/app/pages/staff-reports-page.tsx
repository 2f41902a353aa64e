import { isStaff } from "#domain/levels/rules.ts";
import { ReportsScreen } from "#web/features/moderation/reports-screen.tsx";
import { useUser } from "#web/lib/user.ts";
import MissingPage from "../missing-page.tsx";

/** The moderators' queue; for everybody else there is no such page. */
export default function StaffReportsPage() {
  const user = useUser();
  return isStaff(user) && !user?.banned ? <ReportsScreen /> : <MissingPage />;
}
