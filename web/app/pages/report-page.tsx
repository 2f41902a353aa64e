import { useQuotedComment } from "#web/features/comments/quoted-comment.tsx";
import { ReportScreen } from "#web/features/reports/report-screen.tsx";

/** The report page; a reported comment is shown by the comments' own code. */
export default function ReportPage() {
  return <ReportScreen comment={useQuotedComment()} />;
}
