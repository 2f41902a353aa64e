import { WordsScreen } from "#web/features/spam/words-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The list of blocked words. */
export default function StaffWordsPage() {
  return <StaffPage>{(nav) => <WordsScreen nav={nav} />}</StaffPage>;
}
