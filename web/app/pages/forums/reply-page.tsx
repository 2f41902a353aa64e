import { Page } from "#web/ui/page.tsx";

export default function ForumsReplyPage() {
  return <Page title="Reply">…</Page>;
}
