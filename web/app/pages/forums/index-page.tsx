import { Page } from "#web/ui/page.tsx";

export default function ForumsIndexPage() {
  return <Page title="Forums">…</Page>;
}
