"""Whether the product still gives the same bytes: offices built and dumped by its commands alone, compared.

`python -m benchmarks.same_bytes make FOLDER [--main MODULE] [--pythonpath TREE]` builds invented offices,
keeps them under FOLDER/offices and dumps each: what must never change under FOLDER/exact (exports, bundle,
explanations as JSON, the site's data, rows of the database), what is told in words under FOLDER/words (pages,
texts, what commands say). `dump FROM FOLDER` dumps copies of the offices that FROM holds, so that other code
can be tried on them. `compare BEFORE AFTER [--words]` tells what differs.

MODULE is where `main` of `banzuke` stands, TREE the checkout it is taken from, else the one this is run from.
Every command runs in this process, at a fixed moment; of the product's modules only the clocks and
the database's engine are known (see `Product`).
"""
