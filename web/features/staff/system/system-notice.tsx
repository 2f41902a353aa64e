import { useQuery } from "@tanstack/react-query";
import { systemRoute } from "#domain/system/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { overviewText as text } from "../text/overview.ts";

const REFRESH_MS = 30_000;

/** How many problems the site has, with a link to them. Renders nothing without any. */
export function SystemNotice() {
  const { data } = useQuery({
    ...queryFor(systemRoute, { input: { state: "open" } }),
    refetchInterval: REFRESH_MS,
  });
  const count = data?.problems.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      action={
        <LinkButton size="s" to="/staff/system">
          {text.systemLink}
        </LinkButton>
      }
    >
      {text.system(count)}
    </Banner>
  );
}
