"""The description of the JSON interface, made from what the endpoints declare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from .endpoint import Endpoint, Problem

REF = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint], base: str) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    body_types: list[type] = [Problem]
    for endpoint in endpoints:
        body_types += [kind for kind in (endpoint.takes, endpoint.gives) if isinstance(kind, type)]
    _, components = msgspec.json.schema_components(list(dict.fromkeys(body_types)), ref_template=REF)
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(re.sub(r":\w+}", "}", endpoint.path), {})[endpoint.method.lower()] = operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "The web table of lusory", "version": "1"},
        "servers": [{"url": base or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat's link."},
                "browser": {"type": "apiKey", "in": "cookie", "name": "lusory"},
            },
        },
        "security": [{}, {"seat": []}, {"browser": []}],
    }


def operation(endpoint: Endpoint) -> dict[str, Any]:
    """One endpoint."""
    places = re.findall(r"{(\w+)(?::(\w+))?}", endpoint.path)
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "int" else "string"}}
        for name, kind in places
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "description": about, "schema": {"type": "string"}}
        for name, about in endpoint.query
    ]
    description: dict[str, Any] = {
        "summary": endpoint.about,
        "parameters": parameters,
        "responses": responses(endpoint),
    }
    if endpoint.takes:
        content = {"application/json": {"schema": {"$ref": REF.format(name=endpoint.takes.__name__)}}}
        description["requestBody"] = {"required": True, "content": content}
    return description


def responses(endpoint: Endpoint) -> dict[str, Any]:
    """Success, and all that may go wrong."""
    if endpoint.media != "application/json":
        success: dict[str, Any] = {endpoint.media: {"schema": {"type": "string"}}}
    elif isinstance(endpoint.gives, type):
        success = {"application/json": {"schema": {"$ref": REF.format(name=endpoint.gives.__name__)}}}
    else:
        success = {"application/json": {"schema": endpoint.gives or {}}}
    problem = {"application/json": {"schema": {"$ref": REF.format(name="Problem")}}}
    return {
        str(endpoint.code): {"description": endpoint.about, "content": success},
        "4XX": {"description": "What was expected, and where.", "content": problem},
    }
