"""HTTP parts that the API and the pages share: routes, responses, cookies, limits, previews."""
