import { useQuery } from "@tanstack/react-query";
import { CheckCheck, LogIn, PenLine, Undo2 } from "lucide-react";
import { useLocation, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { readSubforumRoute, threadListRoute } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Missing } from "#web/components/missing.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";

import { ForumPage } from "../forum-page.tsx";
import { forumsText } from "../text/forums.ts";
import { ThreadList } from "../thread-list.tsx";

function WriteLink({ subforum }: { subforum: number }) {
  const isMember = useUser() !== null;
  const { pathname } = useLocation();
  return isMember ? (
    <LinkButton variant="primary" icon={PenLine} to={`/forums/${subforum}/create`}>
      {forumsText.newThread}
    </LinkButton>
  ) : (
    <LinkButton icon={LogIn} to={signInUrl(pathname)}>
      {forumsText.signInToWrite}
    </LinkButton>
  );
}

function MarkRead({ subforum }: { subforum: number }) {
  const { busy, run } = useAction(() => call(readSubforumRoute, { params: { subforum } }), {
    toast: () => forumsText.markedRead,
    errors: "toast",
    changes: ["/api/forums/**"],
  });
  return (
    <Button icon={CheckCheck} busy={busy} onClick={() => run()}>
      {forumsText.markRead}
    </Button>
  );
}

function Threads({ id }: { id: SubforumId }) {
  const isMember = useUser() !== null;
  const page = usePage();
  const list = useQuery(listQueryFor(threadListRoute, { params: { subforum: id }, input: { page } }));
  const { name, description } = SUBFORUMS[id];
  const hasUnread = list.data?.data.some(({ unread }) => unread) ?? false;
  const actions = (
    <>
      {isMember && hasUnread && <MarkRead subforum={id} />}
      <WriteLink subforum={id} />
    </>
  );
  return (
    <ForumPage title={name} lead={description} actions={actions}>
      <ThreadList
        list={list}
        page={page}
        empty={
          <EmptyState title={forumsText.threadsNone} text={forumsText.threadsNoneText} pose="sit">
            <WriteLink subforum={id} />
          </EmptyState>
        }
      />
    </ForumPage>
  );
}

export default function SubforumPage() {
  const { subforum = "" } = useParams();
  if (!isValidParam("subforum", subforum)) {
    return (
      <Missing title={forumsText.missingForumTitle} text={forumsText.missingForum}>
        <LinkButton variant="primary" icon={Undo2} to="/forums">
          {forumsText.toForums}
        </LinkButton>
      </Missing>
    );
  }
  // The key resets the list when the subforum changes.
  return <Threads key={subforum} id={Number(subforum) as SubforumId} />;
}
