# The table server: docker build --tag hanabi . && docker run --publish 8000:8000 --volume hanabi:/data hanabi
ARG PYTHON=3.13

# Wheels of the package and its locked dependencies (`make lock`). The client is built with a Node installed by pip (hatch_build.py).
FROM python:${PYTHON}-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels --require-hashes --requirement requirements/server.txt \
    && pip install --no-cache-dir --require-hashes --requirement requirements/build.txt \
    && pip wheel --no-cache-dir --wheel-dir /wheels --no-deps --no-build-isolation .

FROM python:${PYTHON}-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin hanabi \
    && install --directory --owner=hanabi --group=hanabi /data
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'hanabi[server]'
# Compiled kernels are kept in the volume too. `docker run … hanabi warm-up` creates them ahead of time, for the CPU that
# will run them; otherwise the first game with a compiled bot does.
ENV HANABI_CACHE=/data/cache \
    NUMBA_CACHE_DIR=/data/cache/numba \
    PYTHONUNBUFFERED=1
USER hanabi
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["hanabi"]
CMD ["serve", "--host", "0.0.0.0", "--database", "/data/tables.db"]
