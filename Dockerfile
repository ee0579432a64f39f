# Leadwell in a container: docker build -t leadwell .
# With the engine of the lead databases (550 MB more): docker build --build-arg ENGINE=yes -t leadwell .

FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package

FROM docker.io/library/node:24-bookworm-slim AS install
ARG ENGINE=
COPY --from=build /source/out/*.tgz /tmp/
# The engine lies beside the package, which finds it there.
RUN set -e; \
    engine=""; \
    if [ -n "$ENGINE" ]; then \
      tar -xzf /tmp/leadwell-*.tgz -C /tmp package/package.json; \
      engine="chdb@$(node -p 'require("/tmp/package/package.json").peerDependencies.chdb')"; \
    fi; \
    npm install --global --prefix /opt/leadwell --ignore-scripts --no-audit --no-fund /tmp/leadwell-*.tgz $engine

FROM docker.io/library/node:24-bookworm-slim
COPY --from=install /opt/leadwell /opt/leadwell
RUN ln -s /opt/leadwell/bin/leadwell /usr/local/bin/leadwell \
    && mkdir --mode=700 /data /backups && chown node:node /data /backups
# Only /data, /tmp and a volume for backups are written to, so the root file system can be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/leadwell
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
# An embedded database that is being updated answers late, and Node starts slowly on a busy machine.
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["leadwell"]
CMD ["serve"]
