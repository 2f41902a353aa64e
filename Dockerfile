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
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=build /app/dist dist
COPY db db
COPY domain domain
COPY migrations migrations
COPY scripts scripts
COPY worker worker
COPY docker/entry.sh docker/entry.sh
# The commands install packages if the lock file is newer than they are. Nothing but /data and /tmp can be written.
RUN touch node_modules/.package-lock.json && install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production HOME=/tmp HOST=0.0.0.0 PORT=8787 BOPOLIS_STATE=/data/site LOG_TO=stdout
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --start-interval=2s --retries=3 \
  CMD ["node", "scripts/serve/check-health.mjs"]
ENTRYPOINT ["/app/docker/entry.sh"]
