# The image of the shop: see docs/deploying.md. `npm run image` tries it without Docker.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The commit that /api/health and /docs show: docker build --build-arg BUILD_COMMIT="$(git rev-parse HEAD)" .
ARG BUILD_COMMIT
RUN npm run build && npm run runtime -- runtime

FROM node:22-bookworm-slim
WORKDIR /shop
COPY --from=build /build/runtime ./
# Uploaded files. The rest belongs to root, so that the shop cannot change its own code.
RUN install --directory --owner=1000 --group=1000 data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/shop/data MALLOC_ARENA_MAX=2
VOLUME /shop/data
USER 1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.cjs"]
