# The site in production mode: docs/self-hosting.md
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The commit that the site names as its version; a build context has no repository.
ARG BOPOLIS_COMMIT
RUN npm run serve -- --build

FROM ${NODE_IMAGE}
# The slim image has no certificates, and without them workerd doesn't start.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The modes of a checkout under a strict umask would hide its files from the user below.
COPY --chmod=755 package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=build --chmod=755 /app/dist dist
COPY --chmod=755 db db
COPY --chmod=755 domain domain
COPY --chmod=755 migrations migrations
COPY --chmod=755 scripts scripts
COPY --chmod=755 worker worker
COPY --chmod=755 docker/entry.sh docker/entry.sh
# The commands install packages if the lock file is newer than they are. Nothing but /data and /tmp can be written.
RUN touch node_modules/.package-lock.json && install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production HOME=/tmp HOST=0.0.0.0 PORT=8787 BOPOLIS_STATE=/data/site
VOLUME /data
EXPOSE 8787
# Large migrations take minutes, and Caddy waits for a healthy site. The start ends with the first success.
HEALTHCHECK --interval=30s --timeout=10s --start-period=1h --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health',{signal:AbortSignal.timeout(8000)}).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/app/docker/entry.sh"]
