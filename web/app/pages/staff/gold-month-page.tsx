import { GoldMonthScreen } from "#web/features/staff/tools/gold-month-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** The Gold months' items. */
export default function StaffGoldMonthPage() {
  return <StaffPage admin>{(nav) => <GoldMonthScreen nav={nav} />}</StaffPage>;
}
