"""Adapters to what stands outside: models, price lists, sentence encoders. Each needs its extra only when it is used."""
