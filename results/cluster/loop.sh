#!/bin/sh
# Shards without a cluster: one after the other, or on machines that share a folder
# (run it on machine I of N as: SHARDS=N loop.sh I). Without an argument it plays all
# shards here and merges them.
set -eu
shards=${SHARDS:-8} hands=${HANDS:-10000000}

shard() {
  xuezhan run --seats fast,big,fast,big --rotate --hands "$hands" --quiet --brief \
    --shard "$1/$shards" --out "runs/shard-$1"
}

if [ $# -gt 0 ]; then
  shard "$1"
  exit
fi
i=0
while [ "$i" -lt "$shards" ]; do
  shard "$i"
  i=$((i + 1))
done
xuezhan merge runs/all runs/shard-*
