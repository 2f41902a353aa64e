import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Arrived, readArrival } from "#web/features/settings/arrivals.ts";
import { Banner } from "#web/ui/banner.tsx";

/** What the page was handed by a link: a message or an error, by its code. The address is tidied, the words stay. */
export function Arrival() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    const found = readArrival(search);
    if (!found) return;
    setArrived(found.arrived);
    navigate({ pathname, search: found.rest }, { replace: true });
  }, [pathname, search, navigate]);
  if (!arrived) return null;
  return (
    <Banner tone={arrived.isError ? "error" : "notice"} onDismiss={() => setArrived(null)}>
      {arrived.text}
    </Banner>
  );
}
