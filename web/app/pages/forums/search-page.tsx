import { Page } from "#web/ui/page.tsx";

export default function ForumsSearchPage() {
  return <Page title="Search the forums">…</Page>;
}
