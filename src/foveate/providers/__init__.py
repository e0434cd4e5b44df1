"""Adapters to what stands outside: models, prices, sentence encoders. Each needs its extra only when used."""
