from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "quick",
    max_examples=10,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a whole game does not shrink
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=200, derandomize=False)
settings.load_profile("quick")
