# The course on Debian 13, for machines that run another system: everything that `./lockstep setup --all` installs, and what an editor asks for.
#
#   docker build -t lockstep .
#   docker run -it -v "$PWD":/course lockstep
FROM debian:13
ENV LANG=C.UTF-8
COPY lockstep /opt/
RUN CI=true /opt/lockstep setup --all && \
    apt-get install -y --no-install-recommends ca-certificates git sudo && \
    rm -rf /var/lib/apt/lists/*
# What is built belongs to user 1000, the first user of most machines, and not to root.
RUN useradd --create-home --shell /bin/bash --uid 1000 student && echo 'student ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/student
USER student
WORKDIR /course
