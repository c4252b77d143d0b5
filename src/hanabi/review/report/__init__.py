"""How a review is told: sentences, curve, pages."""
