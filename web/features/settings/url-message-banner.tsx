import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { readUrlMessage, type UrlMessage } from "#web/features/settings/url-message.ts";
import { Banner } from "#web/ui/banner.tsx";

/** Shows a message or error passed in the URL by its code, then removes it from the URL. */
export function UrlMessageBanner() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [message, setMessage] = useState<UrlMessage | null>(null);
  useEffect(() => {
    const result = readUrlMessage(search);
    if (!result) return;
    setMessage(result.message);
    navigate({ pathname, search: result.rest }, { replace: true });
  }, [pathname, search, navigate]);
  if (!message) return null;
  return (
    <Banner tone={message.isError ? "error" : "notice"} onDismiss={() => setMessage(null)}>
      {message.text}
    </Banner>
  );
}
