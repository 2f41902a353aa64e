import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { threadRoute } from "#domain/forums/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { ComposeScreen, NotYourPost, ThreadComposePage } from "../compose/compose-screen.tsx";
import { EditThreadForm } from "../compose/edit-forms.tsx";
import { composeText as text } from "../text/compose.ts";

export default function ThreadEditPage() {
  const id = Number(useParams().id);
  const query = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    refetchOnMount: "always",
  });
  return (
    <ComposeScreen title={text.editThread} query={query} key={id}>
      {({ thread }) =>
        thread.can_edit && thread.opening ? (
          <ThreadComposePage title={text.editThread} thread={thread}>
            <EditThreadForm thread={thread} opening={thread.opening} />
          </ThreadComposePage>
        ) : (
          <NotYourPost to={thread.url} />
        )
      }
    </ComposeScreen>
  );
}
